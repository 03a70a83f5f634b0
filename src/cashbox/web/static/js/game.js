/** The page with a first look at a game: it is complete without this, but for the buttons to play. */

import { offerLessons } from "./lobby/lessons.js";
import { offerPlayNow } from "./lobby/play-now.js";
import { boot } from "./shared/api.js";

const games = boot().games ?? [];
offerPlayNow(games);
offerLessons(games);
