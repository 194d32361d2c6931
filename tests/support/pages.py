"""HTML that the program writes, as its elements."""

from html.parser import HTMLParser


class HtmlPage(HTMLParser):
    """The elements, attributes and texts of a page; every tag must be closed by its own."""

    def __init__(self, content):
        super().__init__(convert_charrefs=True)
        self.open = []
        self.tags = []
        self.attributes = []
        #: Texts by their element, in order; and all but the style's, one by one.
        self.texts = {}
        self.pieces = []
        #: The cells of each row.
        self.rows = []
        self.feed(content)
        self.close()
        assert not self.open, self.open

    @property
    def text(self):
        return "".join(self.pieces)

    def handle_starttag(self, tag, attrs):
        self.handle_startendtag(tag, attrs)
        if tag not in ("meta", "rect", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        assert len(dict(attrs)) == len(attrs), attrs
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(data)
        if "style" not in self.open:
            self.pieces.append(data)
            if {"td", "th"} & set(self.open):
                self.rows[-1][-1] += data
