"""Shared libraries that Qt lacks on a Linux machine, and the Debian or Ubuntu packages that contain them.

PySide6's wheels contain Qt itself. The dynamic linker reports which system libraries (fonts, keyboard maps, OpenGL,
X11 or Wayland) are missing, so no list is guessed. Standard library only, with the syntax of Python 3.8: the set-up of
a checkout runs this module before anything is installed.
"""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

# Library -> package. Newer Ubuntu releases renamed some (a "t64" ending); apt still finds the old names.
DEBIAN_PACKAGES = {
    # the core
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libglx0",
    "libGLdispatch.so.0": "libglvnd0",
    "libOpenGL.so.0": "libopengl0",
    "libX11.so.6": "libx11-6",
    "libxcb.so.1": "libxcb1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libbrotlidec.so.1": "libbrotli1",
    "libzstd.so.1": "libzstd1",
    "libz.so.1": "zlib1g",
    "libstdc++.so.6": "libstdc++6",
    # X11
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xinerama.so.0": "libxcb-xinerama0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libSM.so.6": "libsm6",
    "libICE.so.6": "libice6",
    # Wayland
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libdrm.so.2": "libdrm2",
}


def missing_in(ldd_output: str) -> list[str]:
    """Return the names of the libraries that `ldd` could not find, without duplicates, in order."""
    libraries = re.findall(r"^\s*(\S+) => not found", ldd_output, flags=re.MULTILINE)
    return list(dict.fromkeys(libraries))


def packages_for(libraries: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return (packages that contain the libraries, libraries without a known package), sorted and without
    duplicates.
    """
    packages, unknown = set(), set()
    for library in libraries:
        if library in DEBIAN_PACKAGES:
            packages.add(DEBIAN_PACKAGES[library])
        else:
            unknown.add(library)
    return sorted(packages), sorted(unknown)


def qt_files(site_packages: Path, environment: Mapping[str, str]) -> list[Path]:
    """Return the parts of Qt that are loaded here: the core and, depending on the display, X11 or Wayland."""
    qt = site_packages / "PySide6"
    platforms = qt / "Qt" / "plugins" / "platforms"
    files = [qt / "QtWidgets.abi3.so", qt / "QtSvg.abi3.so", platforms / "libqoffscreen.so"]
    if environment.get("DISPLAY"):
        files.append(platforms / "libqxcb.so")
    if environment.get("WAYLAND_DISPLAY"):
        files.append(platforms / "libqwayland.so")
    return [file for file in files if file.exists()]


def missing_libraries(sites: Iterable[Path], environment: Mapping[str, str]) -> list[str]:
    """Return the libraries that Qt, installed in one of ``sites``, needs and the system lacks.

    The result is empty on Windows and macOS, where the wheels are complete.
    """
    ldd = shutil.which("ldd")
    if platform.system() != "Linux" or not ldd:
        return []
    files = [str(file) for site in sites for file in qt_files(site, environment)]
    if not files:
        return []
    # Qt's own libraries are found by the path written into each file, so what ldd misses is the system's.
    answer = subprocess.run(
        [ldd, *files], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8"
    )
    return missing_in(answer.stdout)


def describe_missing(missing: Sequence[str]) -> list[str]:
    """Return sentences that name the missing libraries and the packages to install, or an empty list."""
    if not missing:
        return []
    packages, unknown = packages_for(missing)
    sentences = [f"Qt needs libraries that this system lacks: {', '.join(missing)}."]
    if packages:
        sentences.append(f"On Debian or Ubuntu: {apt_line(packages)}")
    if unknown:
        sentences.append(f"Install the packages of your system that hold {', '.join(unknown)}.")
    return sentences


def apt_line(packages: Sequence[str]) -> str:
    """Return the shell command that installs ``packages``; it prompts for a password."""
    return "sudo apt-get install -y --no-install-recommends " + " ".join(packages)
