-- A package whose constants are computed by functions of its body, deferred and not, and a component.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package bindings_types is
  type mode_t is (pass, invert, swap);
  type table_t is array (natural range <>) of std_logic_vector(7 downto 0);
  constant WIDTH : positive := 8;
  constant LATER : unsigned(7 downto 0);
  function crc_table(polynomial : std_logic_vector(7 downto 0)) return table_t;
  function log2(n : positive) return natural;
  impure function parity(v : std_logic_vector) return std_logic;
  procedure rotate(variable v : inout std_logic_vector; by : in natural := 1);
  component step is
    generic (AMOUNT : integer := 1; MODE : mode_t := pass; LABELLED : string := "none"; FLAG : boolean := false;
             MASK : std_logic_vector(39 downto 0) := (others => '0'));
    port (clk : in std_logic; d : in std_logic_vector(WIDTH - 1 downto 0); q : out std_logic_vector(WIDTH - 1 downto 0));
  end component;
end package;
