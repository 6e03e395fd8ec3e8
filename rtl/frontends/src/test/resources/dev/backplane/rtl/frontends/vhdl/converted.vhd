library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package converted_words is
  generic (N : positive);
  subtype word is unsigned(N - 1 downto 0);
  function rotated(x : word) return word;
end package;

package body converted_words is
  function rotated(x : word) return word is
  begin
    return x(0) & x(N - 1 downto 1);
  end function;
end package body;

package converted_fives is new work.converted_words generic map (N => 5);

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.converted_fives.all;

-- Values with unknown bits are made known ones, which hardware has anyway.
entity converted is
  port (
    a : in std_logic_vector(4 downto 0);
    b : in unsigned(4 downto 0);
    c : in signed(4 downto 0);
    d : in std_logic;
    y : out std_logic_vector(4 downto 0);
    z : out unsigned(4 downto 0);
    w : out signed(4 downto 0);
    e : out std_logic;
    k : out unsigned(4 downto 0);
    r : out unsigned(4 downto 0));
end entity;

architecture rtl of converted is
  signal turned : std_logic_vector(0 to 4);
begin
  turned <= a;
  y <= to_01(turned, '0');
  z <= to_01(b) + to_01(unsigned(turned));
  w <= to_01(s => c, xmap => '1');
  e <= to_01(d, '0');
  k <= ieee.numeric_std.to_01(b, 'X');
  r <= rotated(rotated(b));
end architecture;
