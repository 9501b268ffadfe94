/* Turns the pages of the screen in the hall and keeps them fresh. Written for old televisions: no modules, nothing
   newer than XMLHttpRequest. Pages change without movement. Without it the page turns by reloading itself. */

(function () {
  "use strict";

  var PAUSE = 3000;
  var LOST_AFTER = 15000;
  var wall = document.querySelector("[data-wall]");
  var place = wall.querySelector("[data-pages]");
  var lost = wall.querySelector("[data-lost]");
  var hold = wall.querySelector("[data-hold]");
  var holdText = hold.textContent;
  var etag = null;
  var heard = Date.now();
  var isHeld = false;
  var offset = 0;
  var clock = wall.querySelector("[data-clock]");
  var turning;

  function pages() {
    return Array.prototype.slice.call(place.querySelectorAll(".wall-page"));
  }

  function shownAt(all) {
    for (var at = 0; at < all.length; at += 1) if (/ is-shown/.test(all[at].className)) return at;
    return 0;
  }

  function show(all, wanted) {
    all.forEach(function (page, at) { page.className = at === wanted ? "wall-page is-shown" : "wall-page"; });
  }

  function turn(steps) {
    var all = pages();
    if (all.length) show(all, (shownAt(all) + steps + all.length) % all.length);
    turnLater();
  }

  function turnLater() {
    clearTimeout(turning);
    turning = setTimeout(function () { if (isHeld) turnLater(); else turn(1); }, wall.getAttribute("data-seconds") * 1000);
  }

  /* News come in while somebody reads: the same page stays, or the one now in its place. */
  function swap(html) {
    var before = pages();
    var at = shownAt(before);
    var key = before.length ? before[at].getAttribute("data-key") : "";
    place.innerHTML = html;
    var all = pages();
    all.forEach(function (page, found) { if (page.getAttribute("data-key") === key) at = found; });
    show(all, Math.min(at, all.length - 1));
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
        hearTime(Date.parse(request.getResponseHeader("Date")));
      }
    };
    request.onloadend = function () { tellLoss(); setTimeout(ask, PAUSE + Math.random() * 1000); };
    request.send();
  }

  function two(number) {
    return (number < 10 ? "0" : "") + number;
  }

  function tellLoss() {
    var at = new Date(heard);
    lost.hidden = Date.now() - heard < LOST_AFTER;
    lost.textContent = lost.getAttribute("data-lost").replace("{time}", two(at.getHours()) + ":" + two(at.getMinutes()));
  }

  /* The clock of the round, counted from the server's time; the Date header is good to a second. */
  function hearTime(told) {
    var found = told + 500 - Date.now();
    if (Math.abs(found - offset) > 1500) offset = found;
  }

  function tellClock() {
    var source = place.querySelector("[data-clock-source]");
    if (!source) { clock.textContent = ""; return; }
    var texts = [leftOf(source), source.getAttribute("data-left") && source.getAttribute("data-paused"), source.getAttribute("data-last")];
    clock.textContent = texts.filter(Boolean).join(" · ");
  }

  function leftOf(source) {
    var paused = source.getAttribute("data-left");
    var ends = source.getAttribute("data-ends");
    if (!paused && !ends) return "";
    var seconds = Math.ceil((paused ? Number(paused) : Number(ends) - Date.now() - offset) / 1000);
    if (seconds <= 0) return source.getAttribute("data-over");
    var minutes = Math.floor(seconds / 60);
    return (minutes < 60 ? minutes : Math.floor(minutes / 60) + ":" + two(minutes % 60)) + ":" + two(seconds % 60);
  }

  function toggleHold() {
    isHeld = !isHeld;
    hold.setAttribute("aria-pressed", String(isHeld));
    hold.textContent = isHeld ? hold.getAttribute("data-go-on") : holdText;
  }

  document.addEventListener("keydown", function (event) {
    if (event.key === "ArrowRight" || event.keyCode === 39) turn(1);
    if (event.key === "ArrowLeft" || event.keyCode === 37) turn(-1);
  });
  hold.addEventListener("click", toggleHold);
  hold.hidden = false;
  turnLater();
  tellClock();
  setInterval(tellClock, 500);
  setTimeout(ask, PAUSE);
}());
