"""Screens of the hall, the timetable and the Wi-Fi beside them, the numbers of an evening."""
