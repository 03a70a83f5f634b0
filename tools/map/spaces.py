"""Which pieces of the real country each space of the board is made of.

Whole states are named by their FIPS codes. Texas is cut county by county, along lines that
follow county borders, so that every cut is a border someone could find on a road map.
"""

from __future__ import annotations

STATES: dict[str, list[str]] = {
    "washington-oregon": ["53", "41"],
    "idaho-wyoming": ["16", "56"],
    "montana": ["30"],
    "arizona": ["04"],
    "california": ["06"],
    "oklahoma": ["40"],
    "georgia": ["13"],
    "mississippi-alabama": ["28", "01"],
    "louisiana": ["22"],
    "florida": ["12"],
    "mid-atlantic": ["42", "24", "10", "11"],
    "new-york": ["36", "34"],
    "new-england": ["09", "25", "33", "44", "50"],
    "maine": ["23"],
    "indiana": ["18"],
    "illinois": ["17"],
    "iowa": ["19"],
    "wisconsin": ["55"],
    "missouri-arkansas": ["29", "05"],
    "colorado-new-mexico": ["08", "35"],
    "kansas-nebraska": ["20", "31"],
    "nevada-utah": ["32", "49"],
    "minnesota-dakotas": ["27", "38", "46"],
    "kentucky-tennessee": ["21", "47"],
    "michigan-ohio": ["26", "39"],
    "virginia-carolinas": ["51", "54", "37", "45"],
}

TEXAS = "48"

INSETS: dict[str, list[str]] = {
    "alaska": ["02"],
    "hawaii": ["15"],
    "guam-samoa": ["66", "69", "60"],
}


def texas(lon: float, lat: float) -> str:
    """Return the piece of Texas that a county belongs to, by the middle of the county."""
    if lon < -100.05 and not (lat < 29.6 and lon > -101.2):
        return "west-texas"
    if lon < -99.4 and lat > 30.0:
        return "west-texas"
    return "north-texas" if lat > 31.15 else "gulf-texas"
