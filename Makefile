.PHONY: demo serve test bench

demo serve test bench:
	python3 run.py $@
