"""What is sent and answered, described for the API's documents. Descriptions only; nothing here runs."""
