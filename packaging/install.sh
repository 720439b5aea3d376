#!/bin/sh
# Install Palimpsest for one user of Linux or macOS, without root: its own Python environment, commands, menu entry.
#
#   sh install.sh [install] [--engine auto|cpu|gpu|none] [--from WHEEL|FOLDER|NAME] [--constraints FILE] [--no-menu]
#   sh install.sh rollback          the version before the last installation
#   sh install.sh remove            all of it; runs, store and settings stay
#
# Installing again updates: the new environment is made and tried beside the old one, then the commands are switched to
# it. What fails before that leaves the old one as it was. --engine none brings no PyTorch, auto the build for this
# machine's GPU where the NVIDIA driver answers and that for the processor elsewhere.
#
# PALIMPSEST_APP: where environments are kept; PALIMPSEST_BIN: where the commands are put.
set -eu

data=${XDG_DATA_HOME:-$HOME/.local/share}
app=${PALIMPSEST_APP:-$data/palimpsest-app}
bin=${PALIMPSEST_BIN:-$HOME/.local/bin}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
system=$(uname -s)
action=install engine=auto from= constraints= menu=yes

say() { printf 'palimpsest: %s\n' "$*"; }
fail() { printf 'palimpsest: %s\n' "$*" >&2; exit 2; }

while [ $# -gt 0 ]; do
    case $1 in
        install | rollback | remove) action=$1 ;;
        --engine | --from | --constraints)
            [ $# -gt 1 ] || fail "$1 needs a value."
            case $1 in --engine) engine=$2 ;; --from) from=$2 ;; --constraints) constraints=$2 ;; esac
            shift ;;
        --no-menu) menu=no ;;
        -h | --help) sed -n '2,13s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) fail "there is no option '$1'. See: sh install.sh --help" ;;
    esac
    shift
done
case $engine in auto | cpu | gpu | none) ;; *) fail "--engine is auto, cpu, gpu or none, not '$engine'." ;; esac

# --- What is installed now

version_named() { # the environment that the file $1 names, if it is there
    [ -f "$app/$1" ] || return 0
    name=$(cat "$app/$1")
    [ ! -x "$app/versions/$name/bin/palimpsest" ] || printf '%s\n' "$name"
}

switch_to() { # put the commands of version $1 in place: each by one rename, so there is always one of them
    mkdir -p "$bin"
    for command in palimpsest palimpsest-window; do
        if [ -e "$bin/$command" ] && [ ! -L "$bin/$command" ]; then
            fail "$bin/$command was not made by this script. Move it away, or choose another folder by PALIMPSEST_BIN."
        fi
        ln -sf "$app/versions/$1/bin/$command" "$bin/.$command.new"
        mv -f "$bin/.$command.new" "$bin/$command"
    done
    printf '%s\n' "$1" >"$app/current.new"
    mv -f "$app/current.new" "$app/current"
}

# --- Tools

find_uv() { # sets uv: the one on the PATH, else one of our own by Python's pip, else by uv's installer
    if command -v uv >/dev/null 2>&1; then
        uv=uv
        return
    fi
    uv=$app/uv/bin/uv
    [ ! -x "$uv" ] || return 0
    say "bringing uv, which installs the rest"
    mkdir -p "$app"
    if command -v python3 >/dev/null 2>&1 && python3 -m venv "$app/uv" >/dev/null 2>&1 &&
        "$app/uv/bin/python" -m pip install --quiet --disable-pip-version-check uv; then
        return
    fi
    rm -rf "$app/uv"
    installer=https://astral.sh/uv/install.sh
    if command -v curl >/dev/null 2>&1; then
        curl -LsSf "$installer" >"$app/uv-installer.sh"
    elif command -v wget >/dev/null 2>&1; then
        wget -qO "$app/uv-installer.sh" "$installer"
    else
        fail "uv cannot be brought: there is neither a Python with venv and pip nor curl nor wget. Install one of them."
    fi
    UV_INSTALL_DIR=$app/uv/bin UV_NO_MODIFY_PATH=1 sh "$app/uv-installer.sh" >/dev/null
    rm -f "$app/uv-installer.sh"
    [ -x "$uv" ] || fail "uv could not be installed."
}

install_into() { # install $what into the environment $1, PyTorch as $engine says
    set -- "$uv" pip install --python "$1/bin/python"
    [ -z "$constraints" ] || set -- "$@" --constraints "$constraints"
    set -- "$@" "$what"
    backend=
    if [ "$system" = Linux ]; then
        case $engine in
            cpu) backend=cpu ;;
            gpu) backend=auto ;;
            auto) if nvidia-smi -L >/dev/null 2>&1; then backend=auto; else backend=cpu; fi ;;
        esac
    fi
    if [ -n "$backend" ]; then
        say "installing, with PyTorch for: $backend"
        UV_TORCH_BACKEND=$backend "$@" && return
        say "that build of PyTorch could not be had; installing the usual one"
    fi
    "$@"
}

# --- The menu

write_menu() { # the entry, its picture and the kind of file that it opens; of version $1
    site=$(echo "$app/versions/$1"/lib/python3*/site-packages)
    if [ "$system" = Darwin ]; then
        bundle=$HOME/Applications/Palimpsest.app/Contents
        mkdir -p "$bundle/MacOS"
        printf '#!/bin/sh\nexec "%s/palimpsest-window" "$@"\n' "$bin" >"$bundle/MacOS/Palimpsest"
        chmod +x "$bundle/MacOS/Palimpsest"
        cat >"$bundle/Info.plist" <<PLIST
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>CFBundleName</key><string>Palimpsest</string>
<key>CFBundleExecutable</key><string>Palimpsest</string>
<key>CFBundleIdentifier</key><string>org.palimpsest.window</string>
<key>CFBundlePackageType</key><string>APPL</string>
</dict></plist>
PLIST
        return
    fi
    mkdir -p "$data/applications" "$data/icons/hicolor/scalable/apps" "$data/mime/packages"
    cp "$site/resources/icons/palimpsest.svg" "$data/icons/hicolor/scalable/apps/palimpsest.svg"
    cat >"$data/mime/packages/palimpsest.xml" <<'MIME'
<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="application/x-palimpsest-capsule">
    <comment>Palimpsest capsule</comment>
    <glob pattern="*.capsule"/>
  </mime-type>
</mime-info>
MIME
    # Quoted as the desktop entry specification asks: blanks and special characters may be in the path.
    program=$(printf '%s' "$bin/palimpsest-window" | sed 's/[\\"`$]/\\\\&/g; s/%/%%/g')
    cat >"$data/applications/palimpsest.desktop" <<DESKTOP
[Desktop Entry]
Type=Application
Version=1.5
Name=Palimpsest
GenericName=Text classification workbench
Comment=Fine-tune BERT-family encoders and watch what they forget
Exec="$program" %f
Icon=palimpsest
Terminal=false
Categories=Science;Education;ArtificialIntelligence;
MimeType=application/toml;text/csv;text/tab-separated-values;application/jsonl;application/vnd.apache.parquet;application/x-palimpsest-capsule;
StartupNotify=true
StartupWMClass=palimpsest
DESKTOP
    refresh_menu
}

refresh_menu() {
    update-mime-database "$data/mime" >/dev/null 2>&1 || true
    update-desktop-database "$data/applications" >/dev/null 2>&1 || true
}

# --- The three actions

current=$(version_named current)
previous=$(version_named previous)

if [ "$action" = remove ]; then
    for command in palimpsest palimpsest-window; do
        case $(readlink "$bin/$command" 2>/dev/null || true) in "$app"/*) rm -f "$bin/$command" ;; esac
    done
    rm -rf "$app/versions" "$app/uv" "$app/current" "$app/previous"
    rmdir "$app" 2>/dev/null || true
    rm -f "$data/applications/palimpsest.desktop" "$data/icons/hicolor/scalable/apps/palimpsest.svg"
    rm -f "$data/mime/packages/palimpsest.xml"
    if [ "$system" = Darwin ]; then rm -rf "$HOME/Applications/Palimpsest.app"; else refresh_menu; fi
    say "removed; runs, store and settings are where they were"
    exit 0
fi

if [ "$action" = rollback ]; then
    [ -n "$previous" ] || fail "there is no version before this one."
    switch_to "$previous"
    printf '%s\n' "$current" >"$app/previous"
    say "back at $("$bin/palimpsest" --version); 'rollback' again undoes it"
    exit 0
fi

if [ -z "$from" ]; then
    from=$(find "$here" -maxdepth 1 -name 'palimpsest-*.whl' | sort | tail -n 1)
    [ -n "$from" ] || [ ! -f "$here/../pyproject.toml" ] || from=$(dirname -- "$here")
    [ -n "$from" ] || fail "nothing to install: put a wheel beside this script, or name it by --from."
fi
[ -n "$constraints" ] || [ ! -f "$here/../constraints.txt" ] || constraints=$(dirname -- "$here")/constraints.txt
case $from in /*) ;; *) [ ! -e "$from" ] || from=$(pwd)/$from ;; esac
if [ "$engine" = none ]; then extra=; else extra='[engine]'; fi
case $from in /*) what="palimpsest$extra @ file://$(printf '%s' "$from" | sed 's/%/%25/g; s/ /%20/g; s/#/%23/g')" ;; *) what=$from$extra ;; esac

find_uv
new=$(date +%Y%m%d-%H%M%S)-$$
mkdir -p "$app/versions"
trap 'rm -rf "$app/versions/$new"; say "not installed; what was there is as it was" >&2' EXIT
trap 'exit 130' INT TERM HUP
"$uv" venv --quiet --python '>=3.11,<3.15' "$app/versions/$new"
install_into "$app/versions/$new" || fail "the installation failed."
found=$("$app/versions/$new/bin/palimpsest" --version) || fail "what was installed does not start."
"$app/versions/$new/bin/palimpsest" fields >/dev/null || fail "what was installed does not work."
switch_to "$new"
trap - EXIT INT TERM HUP

[ -z "$current" ] || printf '%s\n' "$current" >"$app/previous"
for old in "$app/versions"/*; do
    case ${old##*/} in "$new" | "$current") ;; *) rm -rf "$old" ;; esac
done
[ "$menu" = no ] || write_menu "$new"
say "$found is installed: $bin/palimpsest"
case :$PATH: in *":$bin:"*) ;; *) say "$bin is not on your PATH; add it there, or give the full name" ;; esac
