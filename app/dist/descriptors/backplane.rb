# Formula of Homebrew.
class Backplane < Formula
  desc "Accelerators for the JVM, and a software FPGA card"
  homepage "@homepage@"
  url "@url@"
  version "@version@"
  sha256 "@sha256@"
  license "Apache-2.0"

  depends_on arch: :x86_64
  depends_on :linux

  def install
    libexec.install Dir["*"]
    bin.install_symlink libexec/"bin/backplane"
  end

  test do
    assert_match "backplane #{version}", shell_output("#{bin}/backplane --version")
  end
end
