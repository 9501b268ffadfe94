"""Standings: rulings, adjustments, the computation and its verification."""
