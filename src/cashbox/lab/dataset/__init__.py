"""Datasets for training: the decisions of many games as Parquet."""

from cashbox.lab.dataset.shards import SHARD, Dataset

__all__ = ["SHARD", "Dataset"]
