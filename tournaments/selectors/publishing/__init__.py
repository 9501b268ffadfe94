"""The public data of an event: published lists, results, explanations."""
