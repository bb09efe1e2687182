from ._hoyle import *
