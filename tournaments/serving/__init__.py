"""What Django calls around a request: middleware, converters, log-in, sign-up, scripts, static files."""
