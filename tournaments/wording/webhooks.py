"""The wording of messages to other programs: their types, and why an attempt failed."""

from django.utils.translation import gettext

from tournaments.models import DeliveryAttempt, MessageType


def type_said(kind: str) -> str:
    """Return the label of a type of message."""
    return str(MessageType(kind).label) if kind in MessageType.values else gettext("test message")


def attempt_said(attempt: DeliveryAttempt) -> str:
    """Return the result of an attempt in words."""
    if attempt.status is not None:
        return gettext("the program answered with %(status)s") % {"status": attempt.status}
    problems = {
        "name_unknown": gettext("the name of the host is unknown"),
        "address_private": gettext("the host is in a private network"),
        "no_connection": gettext("the host does not accept connections"),
        "tls_failed": gettext("the certificate of the host is not valid"),
        "no_answer": gettext("no answer within ten seconds"),
        "key_changed": gettext("the key of this installation has changed; renew the secret"),
    }
    return problems.get(attempt.problem, attempt.problem)
