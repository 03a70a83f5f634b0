/** The page with a first look at a game: it is complete without this, but for the buttons to play. */

import { boot } from "./api.js";
import { offerLessons } from "./lessons.js";
import { offerPlayNow } from "./playnow.js";

const games = boot().games ?? [];
offerPlayNow(games);
offerLessons(games);
