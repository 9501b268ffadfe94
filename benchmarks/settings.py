"""The product's settings with two tables and one view more, which the product itself must not have."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS as PRODUCT_APPS

INSTALLED_APPS = [*PRODUCT_APPS, "benchmarks"]
ROOT_URLCONF = "benchmarks.urls"
