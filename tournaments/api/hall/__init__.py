"""Endpoints of the hall: screens, banners, the timetable, the tombola, the Wi-Fi."""
