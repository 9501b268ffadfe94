"""Teams, and rankings beside the event's own: form, change, enter."""
