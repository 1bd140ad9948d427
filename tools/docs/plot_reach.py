#!/usr/bin/env python3
"""Draws a column over cable length, one curve a gauge, as SVG.

usage: chappe run scenarios/quickstart.toml --json | tools/docs/plot_reach.py > docs/quickstart.svg
"""
import json
import sys

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 70, 150, 50, 60
COLOURS = ["#1b6ca8", "#c8553d", "#3a7d44", "#7b4b94", "#8a6d00"]
LIMIT_DB = 3.0


def main():
    link = json.load(sys.stdin)["links"][0]
    gauge, length = "element.cable.gauge_awg", "element.cable.length_m"
    curves = {}
    for case in link["cases"]:
        point = (case[length], case["com_db"], case["reach_m"])
        curves.setdefault(case[gauge], []).append(point)
    xs = [x for points in curves.values() for x, _, _ in points]
    ys = [y for points in curves.values() for _, y, _ in points]
    x0, x1 = 0.0, max(xs)
    y0, y1 = min(-2.0, min(ys)), max(ys) + 0.5

    def px(x):
        return LEFT + (x - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT)

    def py(y):
        return HEIGHT - BOTTOM - (y - y0) / (y1 - y0) * (HEIGHT - TOP - BOTTOM)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
           'font-family="sans-serif" font-size="13">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
           f'<text x="{LEFT}" y="26" font-size="16">Passive cable at 106.25 Gb/s a lane: '
           'margin against length</text>']
    for tick in range(int(y0), int(y1) + 1):
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{py(tick):.1f}" '
                   f'y2="{py(tick):.1f}" stroke="#dddddd"/>')
        out.append(f'<text x="{LEFT - 8}" y="{py(tick) + 4:.1f}" text-anchor="end">{tick}</text>')
    for tick in range(int(x1) + 1):
        out.append(f'<text x="{px(tick):.1f}" y="{HEIGHT - BOTTOM + 20}" '
                   f'text-anchor="middle">{tick}</text>')
    out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{py(LIMIT_DB):.1f}" '
               f'y2="{py(LIMIT_DB):.1f}" stroke="#333333" stroke-dasharray="6 4"/>')
    out.append(f'<text x="{WIDTH - RIGHT + 6}" y="{py(LIMIT_DB) + 4:.1f}">3 dB (802.3ck)</text>')
    for colour, (awg, points) in zip(COLOURS, sorted(curves.items())):
        path = " ".join(f"{px(x):.1f},{py(y):.1f}" for x, y, _ in points)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        x, y, reach = points[-1]
        out.append(f'<text x="{px(x) + 6:.1f}" y="{py(y) + 4:.1f}" fill="{colour}">'
                   f'{awg:g} AWG: {reach:.2f} m</text>')
        if x0 <= reach <= x1:
            out.append(f'<circle cx="{px(reach):.1f}" cy="{py(LIMIT_DB):.1f}" r="4" '
                       f'fill="{colour}"/>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 18}" '
               'text-anchor="middle">cable length [m]</text>')
    out.append(f'<text x="20" y="{HEIGHT / 2:.0f}" text-anchor="middle" '
               f'transform="rotate(-90 20 {HEIGHT / 2:.0f})">channel operating margin [dB]</text>')
    out.append("</svg>")
    print("\n".join(out))


if __name__ == "__main__":
    main()
