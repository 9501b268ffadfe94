"""What the hall sees and hears: screens, banners, the timetable, the tombola, the Wi-Fi."""
