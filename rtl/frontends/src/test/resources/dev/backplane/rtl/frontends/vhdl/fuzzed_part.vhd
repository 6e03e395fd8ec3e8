-- What random entities instantiate.
library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all; use work.fuzzed_pkg.all;
entity fuzzed_part is
  generic (W : positive := 4; K : integer := 3; FAST : boolean := false);
  port (a : in unsigned(W - 1 downto 0); b : in signed(0 to W - 1); y : out std_logic_vector(W - 1 downto 0));
end entity;
architecture rtl of fuzzed_part is
  signal t : unsigned(0 to W - 1) := (others => '0');
  alias low : unsigned(W / 2 downto 0) is t(W - 1 - W / 2 to W - 1);
begin
  fast_one : if FAST generate
    t <= a + K mod 2 ** (W / 2) when b < K else a rol 1;
  end generate;
  slow_one : if not FAST generate
    each : for i in t'range generate
      t(i) <= a(i) xor b(W - 1 - i) when i mod 2 = 0 else a((i + abs K) mod W);
    end generate;
  end generate;
  y <= std_logic_vector(resize(low, W) xor t) when K > 0 else std_logic_vector(resize(low * 2, W) + t);
end architecture;
