"""Score sheets: every write on a sheet, its links, PINs and confirmations."""
