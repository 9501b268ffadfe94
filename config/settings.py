"""Settings that differ between installations come from the environment; docs/operations.md lists them."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from kombu.entity import Queue

from config import environment, secret
from config.api_settings import REST_FRAMEWORK as REST_FRAMEWORK
from config.api_settings import SPECTACULAR_SETTINGS as SPECTACULAR_SETTINGS
from config.program import BASE_DIR, default_data_dir, manage_command, read_version
from server.networks import HostsInHall
from tournaments.storage.replacement import finish_restore

VERSION = read_version()
MANAGE = manage_command()
DATA_DIR = environment.folder("DATA_DIR", default_data_dir)

# Database

SQLITE = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": DATA_DIR / "stichtag.sqlite3",
}
SQLITE_OPTIONS = {
    "timeout": 20,
    # Writing transactions take the lock at their start: they wait for it instead of failing half-way.
    "transaction_mode": "IMMEDIATE",
    # FULL: a deal that was confirmed survives a power cut. recursive_triggers: without it INSERT OR REPLACE
    # slips past the triggers that keep the history append-only.
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
        "PRAGMA foreign_keys=ON; PRAGMA recursive_triggers=ON"
    ),
}

# A phone waits twelve seconds: a server that does not connect or answer any more is given up before.
POSTGRESQL_OPTIONS = {"connect_timeout": 2, "tcp_user_timeout": 3000}


MOST_CONNECTIONS = environment.number("DATABASE_POOL", 10, least=1, most=1000)


def database() -> dict[str, Any]:
    config: dict[str, Any] = environment.database() or SQLITE
    if config["ENGINE"].endswith("sqlite3"):
        return {**config, "OPTIONS": SQLITE_OPTIONS, "CONN_MAX_AGE": None}
    pool = {
        "min_size": 1,
        "max_size": MOST_CONNECTIONS,
        "timeout": 10,  # for a free connection; a server that is away is told at once (config/postgresql)
        # An attempt that failed is repeated once, then by the next request: a pool that waits ever longer
        # would be empty long after the server is back.
        "reconnect_timeout": 0.5,
    }
    given = {**POSTGRESQL_OPTIONS, **config.get("OPTIONS", {})}
    # Django reads dates as ISO has them, whatever the server's own style is.
    asked = f"{given.get('options', '')} -c datestyle=ISO".strip()
    options = {**given, "options": asked, "pool": pool}
    # A connection that died with the server is found out before a request gets it.
    health = {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True}
    return {**config, "ENGINE": "config.postgresql", "OPTIONS": options, **health}


DATABASES = {"default": database()}
if DATABASES["default"]["ENGINE"].endswith("postgresql"):
    from config.restoring import decide_restore

    decide_restore(DATA_DIR, DATABASES["default"])
finish_restore(DATA_DIR)  # completes a restore that was killed after its decision, before the key is read

# This program

DEBUG = environment.switch("DEBUG")
HTTPS = environment.switch("HTTPS")
# With our own certificate; plain HTTP is on the next port.
HTTPS_PORT = environment.number("HTTPS_PORT", 0, most=environment.MOST_PORT - 1)
# With our own certificate the two ports of the host use separate cookies: see "Headers and cookies".
COOKIE_PREFIX = "__Host-" if HTTPS and HTTPS_PORT else ""
REDIS_URL = environment.redis()
BACKUP_DIR = environment.place_for_copies("BACKUP_DIR")
WEBHOOKS_TO_PRIVATE = environment.switch("WEBHOOKS_TO_PRIVATE")  # messages to addresses of a home network
SIGN_UP_IS_OPEN = environment.one_of("SIGN_UP", ("open", "closed"), "closed") == "open"

SECRET_KEY = environment.word("SECRET_KEY") or secret.read_or_make(DATA_DIR / "secret_key")
if not DEBUG and not secret.is_usable(SECRET_KEY):
    raise ImproperlyConfigured(
        "SECRET_KEY must be 50 or more random characters. Leave it out and one is made."
    )

# URL of the site. PUBLIC_URL goes into QR codes; empty on loopback, which phones cannot reach.

PUBLIC_URL = environment.public_url()
ALLOWED_HOSTS = environment.hosts()
if PUBLIC_URL:
    ALLOWED_HOSTS += [urlsplit(PUBLIC_URL).hostname or ""]
    CSRF_TRUSTED_ORIGINS = ["{0.scheme}://{0.netloc}".format(urlsplit(PUBLIC_URL))]
# A laptop in a hall: its address follows its networks.
IN_HALL = environment.switch("IN_HALL") and bool(PUBLIC_URL)
if IN_HALL:
    ALLOWED_HOSTS = HostsInHall(ALLOWED_HOSTS)
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

# Applications, middleware, templates

INSTALLED_APPS = [
    "tournaments",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]
MIDDLEWARE = [
    "tournaments.serving.middleware.FrontMiddleware",
    "tournaments.serving.middleware.PatienceMiddleware",
    "tournaments.serving.middleware.ReferenceMiddleware",
    "tournaments.serving.middleware.ClientAddressMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # a full sheet shrinks to an eighth; Django pads against BREACH
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "tournaments.serving.middleware.BodySizeMiddleware",
    "django.middleware.common.CommonMiddleware",  # outside the next one: it counts the bytes
    "tournaments.serving.middleware.WrongMethodMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# Storage

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_CACHE = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
# Without Redis, in the database, which all processes share: a code of the second step is valid only once.
LOCAL_CACHE = {
    "BACKEND": "django.core.cache.backends.db.DatabaseCache",
    "LOCATION": "stichtag_cache",  # made by a migration
    "OPTIONS": {"MAX_ENTRIES": 10_000},
}
# What a table's request reads is in the database in any case: tables do not wait for Redis.
# Parts of pages that rarely change, such as finished rounds, stay in the process that renders them.
PARTS_CACHE = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "LOCATION": "parts",
    "TIMEOUT": None,
    "OPTIONS": {"MAX_ENTRIES": 400},
}
CACHES = {
    "default": REDIS_CACHE if REDIS_URL else LOCAL_CACHE,
    "database": LOCAL_CACHE,
    "parts": PARTS_CACHE,
}

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
MEDIA_ROOT = DATA_DIR / "uploads"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.static.HashedStorage"
    },
}

# Languages and time zone

LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = ["config.formats"]
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("ja", "日本語")]
LOCALE_PATHS = [BASE_DIR / "tournaments" / "locale"]
TIME_ZONE = environment.time_zone("Europe/Berlin")
USE_TZ = True

# Logins use a name; an e-mail address is never required

AUTH_USER_MODEL = "tournaments.User"
AUTHENTICATION_BACKENDS = [
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "tournaments.serving.sign_in.Adapter"
ACCOUNT_FORMS = {"signup": "tournaments.serving.sign_up.SignUpForm"}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True  # past the limits of passwords, which strangers may have reached
# services/clubs/throttling.py limits guessing and counts by name and address in the database. allauth's own
# limits count by address alone, separately in each process: they would lock out a hall behind one
# address.
ACCOUNT_RATE_LIMITS = {
    "login": None,
    "login_failed": None,
    "signup": None,
    "reset_password": "5/h/key",  # per e-mail address, so that no mailbox is flooded
    "reset_password_from_key": None,
}
MFA_RATE_LIMITS = {"webauthn_login": None}
MFA_FORMS = {
    "authenticate": "tournaments.serving.sign_in.AuthenticateForm",
    "reauthenticate": "tournaments.serving.sign_in.ReauthenticateForm",
}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Stichtag"
MFA_TOTP_TOLERANCE = 1  # a laptop without internet: its clock may be half a minute off
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # for http://localhost; elsewhere browsers require HTTPS
SECURITY_CONTACT = environment.contact("SECURITY_CONTACT")
METRICS_TOKEN = environment.word("METRICS_TOKEN")  # permits reading /metrics from another machine
TRUSTED_PROXIES = environment.number(
    "TRUSTED_PROXIES", 0
)  # read by ClientAddressMiddleware and by nothing else
# Attempts by others do not limit a browser that signed in before. The cookie is sent to the account pages
# only; as it has a path, it cannot be called __Host-.
KNOWN_DEVICE_COOKIE = "__Secure-device_" if COOKIE_PREFIX else "device_"
SENDS_MAIL = bool(environment.word("EMAIL_URL"))
globals().update(environment.mail())

# Headers and cookies

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
# Browsers ignore it without encryption, with a warning in the console of every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]  # requested locally, without encryption
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
# No HSTS with our own authority: a phone without it must be able to return to plain HTTP. And as no plain
# page can replace a Secure cookie of the same name, whatever the port, each side has separate cookies.
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS and not HTTPS_PORT else 0
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid", f"{COOKIE_PREFIX}csrftoken"
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# HSTS for subdomains and preloading affects other hosts: only the owner of the domain can decide on it.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# Celery: a task only triggers a recomputation; a lost task delays a list and never loses a deal

CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 60, "socket_timeout": 5, "socket_connect_timeout": 5,
    "queue_order_strategy": "sorted",  # a worker of several queues takes them in the order of their names
}  # fmt: skip
# What is short and what everybody waits for has processes of its own; a worker without `--queues` takes all.
CELERY_TASK_QUEUES = tuple(Queue(name) for name in ("1-standings", "2-draws", "3-files"))
CELERY_TASK_DEFAULT_QUEUE = "1-standings"
CELERY_TASK_ROUTES = {
    "tournaments.tasks.carry_out_draw": {"queue": "2-draws"},
    "tournaments.tasks.sweep_draws": {"queue": "2-draws"},
    "tournaments.tasks.sweep_photos": {"queue": "3-files"},
    "tournaments.tasks.sweep_archives": {"queue": "3-files"},
    "tournaments.tasks.sweep_backups": {"queue": "3-files"},
}
CELERY_TIMEZONE = TIME_ZONE
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "celerybeat-schedule")
CELERY_BEAT_SCHEDULE = {
    "sweep-standings": {
        "task": "tournaments.tasks.sweep_standings",
        "schedule": timedelta(seconds=1),
        "options": {"expires": 5},
    },
    "sweep-draws": {
        "task": "tournaments.tasks.sweep_draws",
        "schedule": timedelta(seconds=1),
        "options": {"expires": 5},
    },
    "sweep-photos": {
        "task": "tournaments.tasks.sweep_photos",
        "schedule": timedelta(seconds=10),
        "options": {"expires": 10},
    },
    "sweep-archives": {
        "task": "tournaments.tasks.sweep_archives",
        "schedule": timedelta(seconds=10),
        "options": {"expires": 10},
    },
    "sweep-reopened-rounds": {
        "task": "tournaments.tasks.sweep_reopened_rounds",
        "schedule": timedelta(seconds=10),
        "options": {"expires": 10},
    },
    "sweep-webhooks": {
        "task": "tournaments.tasks.sweep_webhooks",
        "schedule": timedelta(seconds=1),
        "options": {"expires": 5},
    },
    "be-seen": {
        "task": "tournaments.tasks.be_seen",
        "schedule": timedelta(seconds=10),
        "options": {"expires": 10},
    },
    "sweep-backups": {
        "task": "tournaments.tasks.sweep_backups",
        "schedule": timedelta(seconds=10),
        "options": {"expires": 10},
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "config.logs.LineFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
        },
        "json": {"()": "config.logs.JsonFormatter"},
    },
    "filters": {
        "plain_trouble": {"()": "config.logs.PlainTrouble"},
        "not_again": {"()": "config.logs.NotAgain"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": environment.one_of("LOG_FORMAT", ("line", "json"), "line"),
            "filters": ["plain_trouble"],
        }
    },
    "root": {"handlers": ["console"], "level": environment.log_level()},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        # Celery says of each task that it came and ended: six hundred lines a minute. Errors stay.
        "celery.worker.strategy": {"level": "WARNING"},
        "celery.app.trace": {"level": "WARNING"},
        "celery.beat": {"level": "WARNING"},
        "psycopg.pool": {"filters": ["not_again"]},  # why PostgreSQL does not answer, at every try
    },
}
