"""Pages of the hall: the wall, screens, the timetable, the tombola, the network."""
