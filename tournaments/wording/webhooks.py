"""How messages to other programs are said: their types, and why an attempt failed."""

from django.utils.translation import gettext

from tournaments.models import DeliveryAttempt, MessageType


def type_said(kind: str) -> str:
    """What a message of this type tells."""
    return str(MessageType(kind).label) if kind in MessageType.values else gettext("test message")


def attempt_said(attempt: DeliveryAttempt) -> str:
    """How an attempt went."""
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
