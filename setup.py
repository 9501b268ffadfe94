"""Build the wheel: `pip wheel --no-deps .`; pyproject.toml has the rest.

Our folders have everyday names such as `rules` and `config`. The wheel puts all of them into one folder,
`stichtag`, so that they meet no other package; manage.py there starts as in a checkout.
"""

from setuptools import find_namespace_packages, setup

ROOMS = (
    "config",
    "marked",
    "rules",
    "scoring",
    "seating",
    "server",
    "simulation",
    "templates",
    "tournaments",
)
FOLDERS = find_namespace_packages(
    include=[*ROOMS, *(f"{room}.*" for room in ROOMS)], exclude=["*.__pycache__", "*.__pycache__.*"]
)

setup(
    packages=["stichtag", *(f"stichtag.{folder}" for folder in FOLDERS)],
    package_dir={"stichtag": "."},
    package_data={
        "stichtag": ["requirements.txt"],
        **{f"stichtag.{folder}": ["*.*"] for folder in FOLDERS},
    },
    exclude_package_data={"": ["*.po", "*.pyc"]},
)
