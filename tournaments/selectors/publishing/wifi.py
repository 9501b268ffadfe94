"""The Wi-Fi of a club's hall."""

from tournaments.models import Club, Screen, Wifi


def wifi_of(club: Club) -> Wifi | None:
    """Return the Wi-Fi of a club's hall; None if nobody has typed it."""
    return Wifi.objects.filter(club=club).first()


def wifi_beside(screen: Screen) -> Wifi | None:
    """Return the Wi-Fi whose code stands beside the other on a screen, if organisers want that."""
    return Wifi.objects.filter(club__events=screen.event_id, is_on_screens=True).first()
