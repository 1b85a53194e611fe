project = "Course"
