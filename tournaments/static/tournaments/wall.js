/* Turns the pages of the wall screen and keeps them current. Written for old televisions: no modules, nothing newer
   than XMLHttpRequest. Pages change without animation. Without this script the page turns by reloading itself. */

(function () {
  "use strict";

  var PAUSE = 3000;
  var CALM_PAUSE = 10000; // while a stream tells changes
  var LOST_AFTER = 15000;
  var AWAKE = 5000;
  var SEEN_EVERY = 20000;
  var USUAL_SECONDS = 7;
  var LEAST_BETWEEN = 30000; // two reloads
  var wall = document.querySelector("[data-wall]");
  var place = wall.querySelector("[data-pages]");
  var lost = wall.querySelector("[data-lost]");
  var hold = wall.querySelector("[data-hold]");
  var holdText = hold ? hold.textContent : "";
  var etag = null;
  var heard = Date.now();
  var isHeld = false;
  var offset = 0;
  var clock = wall.querySelector("[data-clock]");
  var time = document.createElement("span");
  var said = document.createElement("span");
  var turning;
  var resting;
  var mouseAt;
  var line = wall.querySelector("[data-turn]");
  var turned = Date.now();
  var asking;
  var stream;
  var changed = 0;
  var toldAlive = 0;
  var opened = Date.now();
  var isCeremony = wall.hasAttribute("data-ceremony");
  var hint = wall.querySelector("[data-hint]");
  var opening = wall.querySelector("[data-opening]"); // of a ceremony, before its first winner
  var told = 0; // winners that a key has shown
  var banner = wall.querySelector("[data-banner]");

  function pages() {
    return Array.prototype.slice.call(place.querySelectorAll(".wall-page"));
  }

  function shownAt(all) {
    for (var at = 0; at < all.length; at += 1) if (/ is-shown/.test(all[at].className)) return at;
    return 0;
  }

  function show(all, wanted) {
    all.forEach(function (page, at) { page.className = at === wanted ? "wall-page is-shown" : "wall-page"; });
    frame();
  }

  /* Head and foot give way to a page of many lines; a banner stands in the place of the event's name. */
  function frame() {
    var page = pages()[shownAt(pages())];
    var source = place.querySelector("[data-banner-source]");
    var ends = source && Number(source.getAttribute("data-ends"));
    var isUp = Boolean(source) && (!ends || ends > Date.now() + offset);
    var wanted = "wall " + ((page && page.getAttribute("data-frame")) || "") + (isUp ? " has-banner" : "");
    if (wall.className !== wanted) wall.className = wanted;
    banner.hidden = !isUp;
    if (isUp && banner.textContent !== source.textContent) banner.textContent = source.textContent;
    raisePodium();
  }

  /* The blocks of the podium grow alike by the height that names and figures leave free above them. */
  function raisePodium() {
    var podium = place.querySelector(".is-shown .wall-podium");
    if (!podium || window.innerWidth <= 800) return;
    var blocks = Array.prototype.slice.call(podium.querySelectorAll(".wall-step-block"));
    blocks.forEach(function (block) { block.style.height = ""; });
    var heights = blocks.map(function (block) { return block.offsetHeight; });
    var tallest = blocks.map(function (block) {
      return block.parentNode.lastElementChild.getBoundingClientRect().bottom
        - block.parentNode.firstElementChild.getBoundingClientRect().top;
    });
    var free = podium.clientHeight - Math.max.apply(null, tallest);
    if (free > 0) blocks.forEach(function (block, at) { block.style.height = heights[at] + free + "px"; });
  }

  function seconds() {
    var page = pages()[shownAt(pages())];
    return Number(page && page.getAttribute("data-seconds")) || USUAL_SECONDS;
  }

  function turn(steps) {
    var all = pages();
    if (all.length) show(all, (shownAt(all) + steps + all.length) % all.length);
    turnLater();
  }

  function turnLater() {
    clearTimeout(turning);
    turned = Date.now();
    tellTurn();
    turning = setTimeout(function () { if (isHeld) turnLater(); else turn(1); }, seconds() * 1000);
  }

  /* The line below the head grows once a second until the page turns. */
  function tellTurn() {
    line.hidden = isHeld || pages().length < 2;
    line.style.width = Math.min(95, (Date.now() - turned) / seconds() / 10 * 0.95) + "%";
  }

  function keyOf(page) {
    return page.getAttribute("data-key");
  }

  /* On an update the same page stays, or the one now in its place. Seats of a round that was just released are shown
     at once. */
  function swap(html) {
    var before = pages();
    var at = shownAt(before);
    var keys = before.map(keyOf);
    place.innerHTML = html;
    var all = pages();
    var now = all.map(keyOf);
    var same = now.indexOf(keys[at]);
    var fresh = isHeld ? []
      : all.filter(function (page) { return page.hasAttribute("data-fresh") && keys.indexOf(keyOf(page)) < 0; });
    if (fresh.length) {
      show(all, all.indexOf(fresh[0]));
      turnLater();
    } else show(all, same < 0 ? Math.min(at, all.length - 1) : same);
    tellClock();
    lookAgain();
    tellWinners(0);
  }

  /* In a ceremony each key shows one more step of the podium, the last rank first. */
  function tellWinners(more) {
    if (!isCeremony) return;
    var steps = Array.prototype.slice.call(place.querySelectorAll("[data-rank]"));
    steps.sort(function (one, other) { return other.getAttribute("data-rank") - one.getAttribute("data-rank"); });
    told = Math.max(0, Math.min(steps.length, told + more));
    steps.forEach(function (step, at) {
      step.className = step.className.replace(" is-awaited", "") + (at < told ? "" : " is-awaited");
    });
    hint.hidden = told > 0 || !steps.length;
    opening.hidden = hint.hidden;
    raisePodium(); // the places behind make it narrower
  }

  function tellByKey(event) {
    var isBack = [8, 33, 37, 38].indexOf(event.keyCode) >= 0;
    if ([9, 16, 17, 18, 27, 116, 122].indexOf(event.keyCode) < 0) tellWinners(isBack ? -1 : 1);
  }

  /* Another ground, name or language of the screen is another page. */
  function lookAgain() {
    var now = place.querySelector("[data-look-now]");
    var before = document.documentElement.getAttribute("data-look");
    if (!now || before === null || now.getAttribute("data-look-now") === before) return;
    if (Date.now() - opened > LEAST_BETWEEN) location.reload();
    else setTimeout(lookAgain, LEAST_BETWEEN);
  }

  /* Tell the director's dashboard that this screen is alive. */
  function tellAlive() {
    var address = wall.getAttribute("data-seen");
    if (!address || document.hidden || Date.now() - toldAlive < SEEN_EVERY) return;
    toldAlive = Date.now();
    var request = new XMLHttpRequest();
    request.open("POST", address);
    request.send();
  }

  function ask() {
    var request = new XMLHttpRequest();
    request.open("GET", wall.getAttribute("data-wall"));
    request.timeout = LOST_AFTER;
    if (etag) request.setRequestHeader("If-None-Match", etag);
    request.onload = function () {
      if (request.status === 200) {
        etag = request.getResponseHeader("ETag");
        swap(request.responseText);
      }
      if (request.status === 200 || request.status === 304) {
        heard = Date.now();
        tellAlive();
        hearTime(Date.parse(request.getResponseHeader("Date")));
      }
    };
    request.onloadend = function () { tellLoss(); askLater(); };
    request.send();
  }

  function askLater() {
    var isTold = stream && stream.readyState === 1 && Date.now() - changed > PAUSE;
    clearTimeout(asking);
    asking = setTimeout(ask, (isTold ? CALM_PAUSE : PAUSE) + Math.random() * 1000);
  }

  /* Ask as soon as the stream tells a change, and again after the usual pause: the first answer may be a second old. */
  function listen() {
    var address = wall.getAttribute("data-stream");
    if (!address || !window.EventSource) return;
    stream = new EventSource(address);
    stream.addEventListener("changed", function () {
      changed = Date.now();
      clearTimeout(asking);
      asking = setTimeout(ask, Math.random() * (wall.hasAttribute("data-seen") ? 50 : 300));
    });
  }

  function two(number) {
    return (number < 10 ? "0" : "") + number;
  }

  function tellLoss() {
    var at = new Date(heard);
    lost.hidden = Date.now() - heard < LOST_AFTER;
    lost.textContent = lost.getAttribute("data-lost")
      .replace("{time}", two(at.getHours()) + ":" + two(at.getMinutes()));
  }

  /* Set the round's clock from the server's time; the Date header is accurate to a second. */
  function hearTime(told) {
    var found = told + 500 - Date.now();
    if (Math.abs(found - offset) > 1500) offset = found;
  }

  function tellClock() {
    tellTimes();
    var source = place.querySelector("[data-clock-source]");
    var large = place.querySelector(".is-shown [data-clock-large]");
    if (!source) {
      clock.textContent = "";
      if (large) large.textContent = timeOfDay();
      return;
    }
    if (time.parentNode !== clock) {
      clock.textContent = "";
      clock.appendChild(time);
      clock.appendChild(said);
    }
    time.textContent = leftOf(source);
    if (large) large.textContent = time.textContent;
    var words =
      [source.getAttribute("data-left") && source.getAttribute("data-paused"), source.getAttribute("data-last")];
    said.textContent = words.filter(Boolean).map(function (word) { return " · " + word; }).join("");
  }

  /* What is over is pale; the next entry of the timetable counts down. */
  function tellTimes() {
    var isNext = true;
    Array.prototype.slice.call(place.querySelectorAll("[data-at]")).forEach(function (each) {
      var seconds = Math.ceil((Number(each.getAttribute("data-at")) - Date.now() - offset) / 1000);
      each.className = seconds <= 0 ? "is-past" : isNext ? "is-next" : "";
      each.querySelector("[data-until]").textContent = seconds > 0 && isNext ? spelled(seconds) : "";
      if (seconds > 0) isNext = false;
    });
  }

  function spelled(seconds) {
    var minutes = Math.floor(seconds / 60);
    return (minutes < 60 ? minutes : Math.floor(minutes / 60) + ":" + two(minutes % 60)) + ":" + two(seconds % 60);
  }

  function timeOfDay() {
    var now = new Date(Date.now() + offset);
    return two(now.getHours()) + ":" + two(now.getMinutes());
  }

  function leftOf(source) {
    var paused = source.getAttribute("data-left");
    var ends = source.getAttribute("data-ends");
    if (!paused && !ends) return "";
    var seconds = Math.ceil((paused ? Number(paused) : Number(ends) - Date.now() - offset) / 1000);
    return seconds <= 0 ? source.getAttribute("data-over") : spelled(seconds);
  }

  /* The controls are seen while a hand is at the mouse or the keys. A browser also tells a mouse that lies still. */
  function wake(event) {
    var before = mouseAt;
    mouseAt = event.screenX + "," + event.screenY;
    if (event.type === "mousemove" && (!before || before === mouseAt)) return;
    clearTimeout(resting);
    document.body.className = "";
    resting = setTimeout(function () { document.body.className = "is-resting"; }, AWAKE);
  }

  function toggleHold() {
    isHeld = !isHeld;
    hold.setAttribute("aria-pressed", String(isHeld));
    hold.textContent = isHeld ? hold.getAttribute("data-go-on") : holdText;
    turnLater();
  }

  document.addEventListener("keydown", function (event) {
    if (isCeremony) return tellByKey(event);
    if (event.key === "ArrowRight" || event.keyCode === 39) turn(1);
    if (event.key === "ArrowLeft" || event.keyCode === 37) turn(-1);
  });
  ["mousemove", "mousedown", "touchstart", "keydown"].forEach(function (name) {
    document.addEventListener(name, wake);
  });
  document.body.className = "is-resting";
  said.className = "wall-said";
  if (isCeremony) place.addEventListener("click", function () { tellWinners(1); });
  if (hold) {
    hold.addEventListener("click", toggleHold);
    hold.hidden = isCeremony;
  }
  tellWinners(0);
  document.addEventListener("visibilitychange", function () { if (!document.hidden) ask(); });
  window.addEventListener("online", ask);
  tellAlive();
  turnLater();
  tellClock();
  setInterval(tellTurn, 1000);
  setInterval(tellClock, 500);
  setInterval(frame, 1000);
  askLater();
  listen();
}());
