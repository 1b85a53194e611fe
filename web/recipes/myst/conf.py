project = "Course"
extensions = ["myst_parser"]
