"""Messages of the accounts package, to be translated here: its own German is less polite than
ours, and says of logins what we say of registrations.

The tuple is not used; it puts the messages into our catalogues, which take precedence over the package's.
"""

from django.utils.translation import gettext_noop

WORDS = (
    gettext_noop("Username"),
    gettext_noop("Remember Me"),
    gettext_noop("Successfully signed in as %(name)s."),
    gettext_noop("The username and/or password you specified are not correct."),
    gettext_noop("You cannot remove your primary email address."),
    gettext_noop("Please type your current password."),
    gettext_noop("You cannot add more than %d email addresses."),
    gettext_noop("Too many failed login attempts. Try again later."),
    gettext_noop("Your primary email address must be verified."),
    gettext_noop("Username can not be used. Please use other username."),
    gettext_noop("Please select only one."),
    gettext_noop("Be patient, you are sending too many requests."),
    gettext_noop("Invalid or expired key."),
    gettext_noop("The password reset token was invalid."),
    gettext_noop("Invalid login."),
    gettext_noop("The new value must be different from the current one."),
    gettext_noop("You must type the same password each time."),
    gettext_noop("You must type the same email each time."),
    gettext_noop("Do you really want to remove the selected email address?"),
    gettext_noop(
        "You are receiving this email because you or someone else tried to signup for "
        "an\naccount using email address:\n\n%(email)s\n\nHowever, an account using that email "
        "address already exists.  In case you have\nforgotten about this, please use the "
        "password forgotten procedure to recover\nyour account:\n\n%(password_reset_url)s"
    ),
    gettext_noop("Thank you for using %(site_name)s!\n%(site_domain)s"),
    gettext_noop("Please Confirm Your Email Address"),
    gettext_noop("Your password has been changed."),
    gettext_noop(
        "You're receiving this email because you or someone else has requested a password "
        "reset for your user account.\nIt can be safely ignored if you did not request a "
        "password reset. Click the link below to reset your password."
    ),
    gettext_noop("In case you forgot, your username is %(username)s."),
    gettext_noop("Your email address is still pending verification."),
    gettext_noop(
        'Please confirm that <a href="mailto:%(email)s">%(email)s</a> is an email address for '
        "user %(user_display)s."
    ),
    gettext_noop(
        "This email confirmation link expired or is invalid. Please <a "
        'href="%(email_url)s">issue a new email confirmation request</a>.'
    ),
    gettext_noop("You cannot remove your primary email address (%(email)s)."),
    gettext_noop("You have confirmed %(email)s."),
    gettext_noop("You have signed out."),
    gettext_noop(
        "Forgotten your password? Enter your email address below, and we'll send you an email "
        "allowing you to reset it."
    ),
    gettext_noop("Please contact us if you have any trouble resetting your password."),
    gettext_noop(
        "We have sent you an email. If you have not received it please check your spam "
        "folder. Otherwise contact us if you do not receive it in a few minutes."
    ),
    gettext_noop(
        "The password reset link was invalid, possibly because it has already been used.  "
        'Please request a <a href="%(passwd_reset_url)s">new password reset</a>.'
    ),
    gettext_noop("Your password is now changed."),
    gettext_noop("You are already logged in as %(user_display)s."),
    gettext_noop(
        "You currently do not have any email address set up. You should really add an email "
        "address so you can receive notifications, reset your password, etc."
    ),
    gettext_noop("Verify Your Email Address"),
    gettext_noop(
        "We have sent an email to you for verification. Follow the link provided to finalize "
        "the signup process. If you do not see the verification email in your main inbox, "
        "check your spam folder. Please contact us if you do not receive the verification "
        "email within a few minutes."
    ),
    gettext_noop("You are about to generate a new set of recovery codes for your account."),
    gettext_noop("You are about to deactivate authenticator app based authentication. Are you sure?"),
)
