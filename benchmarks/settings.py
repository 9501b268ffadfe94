"""The product's settings with two extra tables and one extra view."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS as PRODUCT_APPS

INSTALLED_APPS = [*PRODUCT_APPS, "benchmarks"]
ROOT_URLCONF = "benchmarks.urls"
