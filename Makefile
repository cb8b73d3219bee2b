# SPDX-License-Identifier: Apache-2.0
#
# The two commands that matter: make demo, make test. Both set up what they need by themselves.

SHELL := /bin/bash
export PATH := $(PATH):/opt/swift/usr/bin
.DEFAULT_GOAL := help
.PHONY: help demo test bench soak format release clean

help: ## Say what there is (the default)
	@echo "OpenCallKit: the iOS calling system, running wherever Swift runs."
	@echo
	@sed -nE 's/^([a-z]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 16
	@echo
	@echo "ARGS= passes options on: make demo ARGS=--once"

demo: ## Build, then let a push ring a phone, step by step
	@Scripts/setup build
	@Scripts/release
	@.build/release/opencallkit demo $(ARGS)

test: ## Run all checks and tests
	@Scripts/setup test
	@Scripts/check

bench: ## Measure speed and memory beside their floors; ARGS=quick for less exact figures
	@Scripts/setup test
	@Scripts/release bench
	@Scripts/bench $(ARGS)

soak: ## Run the tests under the sanitizers, the fuzzer, and the simulations for longer
	@Scripts/setup test
	@Scripts/soak

format: ## Put all Swift sources into the house's form
	@swift format --in-place --recursive --parallel Package.swift Sources Tests \
		$(wildcard Examples Benchmarks Fuzz)
	@find Package.swift Sources Tests $(wildcard Examples Benchmarks Fuzz) -name .build -prune \
		-o -name '*.swift' -exec Scripts/wrap-comments {} +

release: ## Build the command and the example app, optimised
	@Scripts/setup build
	@Scripts/release

clean: ## Remove all that was built
	rm -rf .build Tests/Consumer/.build Examples/CallTests/.build
