"""Numbers of a page: the value of the JSON that one points to, and those that point to none."""


def look_up(data, pointer):
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        data = data[int(key)] if isinstance(data, list) else data[key]
    return data


def unmarked(page):
    """Digits in table cells that no pointer accounts for; a sum of two numbers names both."""
    return page.evaluate(
        """() => [...document.querySelectorAll('main td')].filter(td => {
             const copy = td.cloneNode(true);
             copy.querySelectorAll('[data-at], [data-derived]').forEach(n => n.remove());
             return /[0-9]/.test(copy.textContent);
           }).map(td => td.textContent)"""
    )
