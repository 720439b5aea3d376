<#
Install Palimpsest for one user of Windows, without administrator rights: its own Python environment, commands, menu entry.

    powershell -ExecutionPolicy Bypass -File install.ps1 [-Action install|rollback|remove] [-Engine auto|cpu|gpu|none]
               [-From WHEEL|FOLDER|NAME] [-Constraints FILE]

Installing again updates: the new environment is made and tried beside the old one, then the commands are switched to it.
Runs, store and settings are never touched. This script was not tried: it was written without a Windows machine.
#>
param(
    [ValidateSet('install', 'rollback', 'remove')] [string] $Action = 'install',
    [ValidateSet('auto', 'cpu', 'gpu', 'none')] [string] $Engine = 'auto',
    [string] $From = '',
    [string] $Constraints = ''
)
$ErrorActionPreference = 'Stop'
$app = if ($env:PALIMPSEST_APP) { $env:PALIMPSEST_APP } else { Join-Path $env:LOCALAPPDATA 'PalimpsestApp' }
$bin = Join-Path $app 'bin'
$entry = Join-Path ([Environment]::GetFolderPath('Programs')) 'Palimpsest.lnk'

function Say([string] $text) { Write-Host "palimpsest: $text" }
function Stop-With([string] $text) { Say $text; exit 2 }

function Get-Version([string] $file) {
    $path = Join-Path $app $file
    if (-not (Test-Path $path)) { return '' }
    $name = (Get-Content $path -Raw).Trim()
    if (Test-Path (Join-Path $app "versions\$name\Scripts\palimpsest.exe")) { $name } else { '' }
}

function Switch-To([string] $name) {
    New-Item -ItemType Directory -Force $bin | Out-Null
    foreach ($command in 'palimpsest', 'palimpsest-window') {
        $target = Join-Path $app "versions\$name\Scripts\$command.exe"
        Set-Content -Encoding ascii (Join-Path $bin "$command.cmd") "@`"$target`" %*"
    }
    Set-Content -Encoding ascii (Join-Path $app 'current') $name
    $shell = New-Object -ComObject WScript.Shell
    $link = $shell.CreateShortcut($entry)
    $link.TargetPath = Join-Path $app "versions\$name\Scripts\palimpsest-window.exe"
    $link.Save()
}

function Get-Uv {
    $found = Get-Command uv -ErrorAction SilentlyContinue
    if ($found) { return $found.Source }
    $own = Join-Path $app 'uv\uv.exe'
    if (-not (Test-Path $own)) {
        Say 'bringing uv, which installs the rest'
        $env:UV_INSTALL_DIR = Join-Path $app 'uv'
        $env:UV_NO_MODIFY_PATH = '1'
        Invoke-RestMethod https://astral.sh/uv/install.ps1 | Invoke-Expression
    }
    if (-not (Test-Path $own)) { Stop-With 'uv could not be installed.' }
    $own
}

$current = Get-Version 'current'
$previous = Get-Version 'previous'

if ($Action -eq 'remove') {
    Remove-Item -Recurse -Force -ErrorAction SilentlyContinue $app, $entry
    Say 'removed; runs, store and settings are where they were'
    exit 0
}
if ($Action -eq 'rollback') {
    if (-not $previous) { Stop-With 'there is no version before this one.' }
    Switch-To $previous
    Set-Content -Encoding ascii (Join-Path $app 'previous') $current
    Say "back at version $previous; rollback again undoes it"
    exit 0
}

if (-not $From) {
    $wheel = Get-ChildItem $PSScriptRoot -Filter 'palimpsest-*.whl' | Sort-Object Name | Select-Object -Last 1
    $clone = Split-Path $PSScriptRoot
    if ($wheel) { $From = $wheel.FullName }
    elseif (Test-Path (Join-Path $clone 'pyproject.toml')) { $From = $clone }
    else { Stop-With 'nothing to install: put a wheel beside this script, or name it by -From.' }
}
if (-not $Constraints) {
    $pinned = Join-Path (Split-Path $PSScriptRoot) 'constraints.txt'
    if (Test-Path $pinned) { $Constraints = $pinned }
}
$extra = if ($Engine -eq 'none') { '' } else { '[engine]' }
$what = if (Test-Path $From) { "palimpsest$extra @ $(([Uri](Resolve-Path $From).Path).AbsoluteUri)" } else { "$From$extra" }

$uv = Get-Uv
$new = "$(Get-Date -Format yyyyMMdd-HHmmss)-$PID"
$environment = Join-Path $app "versions\$new"
$done = $false
try {
    & $uv venv --quiet --python '>=3.11,<3.15' $environment
    if ($LASTEXITCODE) { Stop-With 'the environment could not be made.' }
    $install = @('pip', 'install', '--python', (Join-Path $environment 'Scripts\python.exe'))
    if ($Constraints) { $install += @('--constraints', $Constraints) }
    $backend = ''
    if ($Engine -eq 'cpu') { $backend = 'cpu' }
    elseif ($Engine -eq 'gpu') { $backend = 'auto' }
    elseif ($Engine -eq 'auto') {
        $backend = 'cpu'
        if (Get-Command nvidia-smi -ErrorAction SilentlyContinue) { $backend = 'auto' }
    }
    $ended = 1
    if ($backend) {
        Say "installing, with PyTorch for: $backend"
        $env:UV_TORCH_BACKEND = $backend
        & $uv @install $what
        $ended = $LASTEXITCODE
        $env:UV_TORCH_BACKEND = $null
        if ($ended) { Say 'that build of PyTorch could not be had; installing the usual one' }
    }
    if ($ended) { & $uv @install $what; $ended = $LASTEXITCODE }
    if ($ended) { Stop-With 'the installation failed.' }
    & (Join-Path $environment 'Scripts\palimpsest.exe') fields | Out-Null
    if ($LASTEXITCODE) { Stop-With 'what was installed does not work.' }
    Switch-To $new
    $done = $true
}
finally {
    if (-not $done) {
        Remove-Item -Recurse -Force -ErrorAction SilentlyContinue $environment
        Say 'not installed; what was there is as it was'
    }
}
if ($current) { Set-Content -Encoding ascii (Join-Path $app 'previous') $current }
Get-ChildItem (Join-Path $app 'versions') | Where-Object { $_.Name -notin $new, $current } |
    Remove-Item -Recurse -Force -ErrorAction SilentlyContinue
Say "installed: $(Join-Path $bin 'palimpsest.cmd')"
