"""The types of JSON: a mapping is a dict."""

Mapping = dict
