"""What a phone answers by itself with the server's code, and the commands for lines of JSON."""
