"""Compilers for parts of programs."""

from .register import get_pattern_table, register_pattern_table
