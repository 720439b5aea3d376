"""Install the Debian or Ubuntu packages that Qt or further tests need, or report them."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # Palimpsest is not installed yet

from workbench.system_libraries import apt_line, describe_missing, missing_libraries, packages_for

__all__ = ["apt_line", "ensure_libraries", "ensure_test_programs", "install_packages", "say"]

TEST_PROGRAMS = {
    "slurmctld": "slurmctld", "slurmd": "slurmd", "sbatch": "slurm-client", "sshd": "openssh-server",
    "ssh": "openssh-client", "Xvfb": "xvfb", "openbox": "openbox", "xdotool": "xdotool",
}  # fmt: skip
"""Programs that some tests start (they are skipped otherwise), and their Debian packages."""
SYSTEM = ":/usr/sbin:/sbin"
"""Folders of daemons, which may not be on a user's PATH."""


def say(message: str) -> None:
    print(f"palimpsest: {message}", flush=True)


def apt_prefix() -> list[str] | None:
    """Return how to call apt-get without a password: [] as root, ["sudo", "-n"], or None."""
    if platform.system() != "Linux" or not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo"):
        answer = subprocess.run(["sudo", "-n", "true"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if answer.returncode == 0:
            return ["sudo", "-n"]
    return None


def install_packages(packages: Sequence[str]) -> bool:
    """Install Debian packages if no password is required. Return True if installed."""
    prefix = apt_prefix()
    if prefix is None:
        return False
    say(f"installing system packages: {' '.join(packages)}")
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    apt += ["-o", "DPkg::Lock::Timeout=120", "-o", "Acquire::http::Timeout=30"]
    # The package lists of a fresh machine may be absent or old, so refresh them first. Where that fails
    # (offline, one broken source) the installation may still succeed.
    subprocess.run([*apt, "update"], stdout=subprocess.DEVNULL)
    install = [*apt, "install", "-y", "--no-install-recommends", *packages]
    return subprocess.run(install, stdout=subprocess.DEVNULL).returncode == 0


def ensure_test_programs(path: str) -> list[str]:
    """Install the missing programs of further tests, or report what to install. Return what is still missing."""

    def missing() -> list[str]:
        return [name for name in TEST_PROGRAMS if shutil.which(name, path=path + SYSTEM) is None]

    packages = sorted({TEST_PROGRAMS[name] for name in missing()})
    if packages and not install_packages(packages):
        say(f"tests that need {', '.join(missing())} are skipped; to run them too:\n  {apt_line(packages)}")
    return missing()


def ensure_libraries(venv: Path, environment: Mapping[str, str]) -> list[str]:
    """Install the libraries that Qt lacks, or report what to install. Return what is still missing."""
    sites = [*(venv / "lib").glob("python3*/site-packages")]
    missing = missing_libraries(sites, environment)
    packages, _ = packages_for(missing)
    if packages and install_packages(packages):
        missing = missing_libraries(sites, environment)
    for line in describe_missing(missing):
        say(line)
    return missing
