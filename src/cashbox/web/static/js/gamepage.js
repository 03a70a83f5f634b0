/** The page with a first look at a game: it is complete without this, but for the button to play. */

import { boot } from "./api.js";
import { offerPlayNow } from "./playnow.js";

offerPlayNow(boot().games ?? []);
