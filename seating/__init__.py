"""Who sits where: sizes of tables and draws. Pure; deterministic from its seed."""
