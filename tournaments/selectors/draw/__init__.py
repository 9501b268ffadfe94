"""The draw: constraints, drafts, the cost of a swap, the audit."""
