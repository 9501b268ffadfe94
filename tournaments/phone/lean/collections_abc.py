"""What JSON has: a mapping is a dict."""

Mapping = dict
