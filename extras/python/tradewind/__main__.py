"""Starts the program that a wheel of a release installs with the package."""

import os
import sys
from importlib.metadata import files

program = next((file.locate() for file in files("tradewind") or [] if file.name == "tradewind"), None)
if program is None:
    sys.exit("tradewind was installed without the program; install a wheel of a release")
os.execv(program, [program, *sys.argv[1:]])
