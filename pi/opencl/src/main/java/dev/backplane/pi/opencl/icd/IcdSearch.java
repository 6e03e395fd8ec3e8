package dev.backplane.pi.opencl.icd;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the libraries that something names as OpenCL implementations, opening none of them. The
 * variables mean what they mean to the loaders of Khronos and of Debian.
 */
final class IcdSearch {
  private static final String SUFFIX = ".icd";

  private final IcdSettings settings;
  private final List<Place> places;
  private final List<Candidate> candidates = new ArrayList<>();

  private IcdSearch(IcdSettings settings, List<Place> places) {
    this.settings = settings;
    this.places = places;
  }

  /**
   * Looks.
   *
   * @param places takes each place that was looked at
   * @return the libraries in the order of looking, some of them perhaps twice
   */
  static List<Candidate> search(IcdSettings settings, List<Place> places) {
    IcdSearch search = new IcdSearch(settings, places);
    settings.libraries().forEach(library -> search.add(library, "key 'libraries'", false));
    search.fileNames();
    search.vendors();
    return search.candidates;
  }

  private void fileNames() {
    String names = settings.variable("OCL_ICD_FILENAMES");
    if (names.isEmpty()) {
      places.add(new Place("OCL_ICD_FILENAMES", "not set"));
    }
    for (String name : names.split(":")) {
      if (!name.isBlank()) {
        add(name.strip(), "OCL_ICD_FILENAMES", false);
      }
    }
  }

  private void vendors() {
    String vendors = settings.variable("OCL_ICD_VENDORS");
    if (vendors.isEmpty()) {
      places.add(new Place("OCL_ICD_VENDORS", "not set"));
      folder(folder());
      return;
    }
    Path path = Path.of(vendors);
    if (Files.isDirectory(path) || vendors.endsWith("/")) {
      folder(path);
    } else if (vendors.endsWith(SUFFIX)) {
      Path inFolder = folder().resolve(vendors);
      file(path.getNameCount() == 1 && Files.exists(inFolder) ? inFolder : path);
    } else {
      add(vendors, "OCL_ICD_VENDORS, which is no folder and no .icd file", false);
    }
  }

  /** {@return the folder where OCL_ICD_VENDORS names none} */
  private Path folder() {
    String path = settings.variable("OPENCL_VENDOR_PATH");
    if (path.isEmpty()) {
      return settings.folder().orElse(settings.systemFolder());
    }
    return Path.of(path);
  }

  private void folder(Path folder) {
    String where = "folder " + folder;
    if (!Files.isDirectory(folder)) {
      places.add(new Place(where, Files.exists(folder) ? "is no folder" : "is not there"));
      return;
    }
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (entry.toString().endsWith(SUFFIX)) {
          files.add(entry);
        }
      }
    } catch (IOException e) {
      places.add(new Place(where, "cannot be read: " + e.getMessage()));
      return;
    }
    // The system's order is that of the file system, which differs between machines.
    files.sort(null);
    places.add(
        new Place(
            where,
            files.isEmpty() ? "has no file ending in .icd" : "has ICD files: " + files.size()));
    files.forEach(this::file);
  }

  private void file(Path file) {
    IcdFile icd = IcdFile.read(file);
    if (icd.problem().isEmpty()) {
      places.add(new Place("file " + file, "names " + icd.library()));
      add(icd.library(), file.toString(), inSystemFolder(file));
    } else {
      places.add(new Place("file " + file, icd.problem()));
    }
  }

  private boolean inSystemFolder(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    try {
      return folder != null && Files.isSameFile(folder, settings.systemFolder());
    } catch (IOException e) {
      // A folder that is not there is not the system's.
      return false;
    }
  }

  private void add(String library, String namedBy, boolean trusted) {
    candidates.add(new Candidate(library, namedBy, trusted));
  }
}
