#!/bin/sh
# What the Spark tests need: a Java runtime, from the distribution. Run by make setup.
set -e
command -v java >/dev/null && exit 0
if [ "$(id -u)" = 0 ]; then as_root=""; else as_root="sudo"; fi
$as_root apt-get update -qq
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends default-jre-headless
