"""Plays the games of Tradewind on a Ray cluster."""
