#!/bin/sh
# Builds release archives into FOLDER, with their checksums in SHA256SUMS: statically linked programs
# for Linux on x86-64-v3 (2013 and later), any x86-64, and aarch64. Wheels contain the program for any
# x86-64 or aarch64, and the Python package for glibc 2.17 and later.
#
#     scripts/release.sh FOLDER
#
# Needs rustup and Python 3.10, which installs maturin and a C compiler for all targets (Zig, by
# cargo-zigbuild) from PyPI. Builds that this machine can run, natively or by QEMU, must have the
# signature of data/reference/bench.txt.
set -eu
if [ $# -ne 1 ]; then
    echo "usage: $0 FOLDER" >&2
    exit 2
fi
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)

tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
python3 -m venv "$tools"
"$tools/bin/pip" install --quiet cargo-zigbuild maturin ziglang
PATH="$tools/bin:$PATH"

# NAME, target and processor of a build.
build() {
    rustup target add "$2"
    # RUSTFLAGS replaces the flags of .cargo/config.toml.
    RUSTFLAGS="-C target-cpu=$3" cargo zigbuild --release --target "$2" --target-dir "target/release-$1"
    program=target/release-$1/$2/release/tradewind
    emulator=$(command -v "qemu-${2%%-*}" || true)
    if "$program" --version > /dev/null 2>&1; then
        "$program" bench --signature | diff data/reference/bench.txt -
    elif [ -n "$emulator" ]; then
        "$emulator" "$program" bench --signature | diff data/reference/bench.txt -
    else
        echo "this machine cannot run the build for $1: its signature is not checked" >&2
    fi
    name=tradewind-$version-linux-$1
    mkdir -p "$tools/$name"
    cp "$program" README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$tools/$name"
    # Reproducible: the same files give the same bytes.
    tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -C "$tools" -cf - "$name" |
        gzip -n > "$out/.$name.tar.gz"
    mv "$out/.$name.tar.gz" "$out/$name.tar.gz"
}

# A wheel with the program that was built last: NAME, target and processor of the package.
wheel() {
    rustup target add "$2"
    RUSTFLAGS="-C target-cpu=$3" CARGO_TARGET_DIR="target/release-$1" \
        scripts/wheel.sh "$program" "$out" --release --zig --target "$2"
}

build x86-64-v3 x86_64-unknown-linux-musl x86-64-v3
build x86-64 x86_64-unknown-linux-musl x86-64
wheel x86-64 x86_64-unknown-linux-gnu x86-64
build aarch64 aarch64-unknown-linux-musl generic
wheel aarch64 aarch64-unknown-linux-gnu generic
"$tools/bin/pip" download --quiet --no-deps --dest "$tools/wheels" numpy
"$tools/bin/python" extras/python/check.py "$out" "$tools/wheels"
cd "$out"
sha256sum tradewind-"$version"-linux-*.tar.gz tradewind-"$version"-*.whl > .SHA256SUMS
mv .SHA256SUMS SHA256SUMS
echo "in $out:"
cat SHA256SUMS
