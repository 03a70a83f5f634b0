"""Write the decisions of many games as Parquet, to train programs with."""

from cashbox.lab.dataset.shards import SHARD, Dataset

__all__ = ["SHARD", "Dataset"]
