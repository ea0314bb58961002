# Sphinx: the folder "embed" of the npm package lies in _static/passcope-embed.
project = "Passes in Sphinx"
html_static_path = ["_static"]
html_js_files = [("passcope-embed/passcope-demo.js", {"type": "module"})]
html_show_copyright = False
