"""Files generated from an event: PDF, charts, spreadsheets, feed, calendar, static pages."""
